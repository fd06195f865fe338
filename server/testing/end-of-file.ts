const left: (() => unknown)[] = []

/** Runs `work` at the end of the calling test file. Unlike `afterAll`, it can also be called within a test. */
export function atEndOfFile(work: () => unknown): void {
  left.push(work)
}

/** Runs what was registered, newest first. Throws the first failure once all have run. */
export async function endFile(): Promise<void> {
  const faults: unknown[] = []
  for (const work of left.splice(0).reverse())
    try {
      await work()
    } catch (fault) {
      faults.push(fault)
    }
  if (faults.length > 0) throw faults[0]
}

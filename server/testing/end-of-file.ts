const left: (() => unknown)[] = []

/** Has `work` done when the calling test file is over. Within a test, where `afterAll` comes too late to be heard, this does. */
export function atEndOfFile(work: () => unknown): void {
  left.push(work)
}

/** Does it, the last first. Throws the first fault, after the others were done. */
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

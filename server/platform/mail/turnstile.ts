/** One who may pass a turnstile. */
interface Pass {
  /** Waits until all who came before have left. */
  enter(): Promise<void>
  /** Lets the next one in; also for one who never entered. */
  leave(): void
}

/** Makes a turnstile, behind which there is one at a time, in the order of their coming. Gives a pass to each. */
export function turnstile(): () => Pass {
  let last = Promise.resolve()
  return () => {
    const left = Promise.withResolvers<void>()
    let entered: Promise<void> | undefined
    return {
      enter() {
        if (!entered) {
          entered = last
          last = last.then(() => left.promise)
        }
        return entered
      },
      leave: left.resolve,
    }
  }
}

/**
 * What an answer may be: never a type that an event fits. Event handlers get an event, so a function that takes such an
 * answer could be passed to a button and take the click for a "yes".
 */
export type Answer<T> = [Event] extends [T] ? never : T

/** The two ways in which a dialog ends. */
export interface DialogControl<T> {
  /** Ends it without an answer. It takes no argument, so it can be any event handler. */
  readonly close: () => void
  /** Ends it with an answer. Throws a TypeError for an event. */
  readonly answer: (value: Answer<T>) => void
}

/** `settle` gets what was answered, `undefined` without an answer. The first end counts. */
export function dialogControl<T>(settle: (value: T | undefined) => void): DialogControl<T> {
  let isOver = false
  const end = (value: T | undefined): void => {
    if (isOver) return
    isOver = true
    settle(value)
  }
  return {
    close: () => end(undefined),
    answer: (value) => {
      if (Object(value) instanceof Event) {
        throw new TypeError('An event is no answer. Call answer() with a value, or close().')
      }
      end(value)
    },
  }
}

/**
 * What an answer may be: never something that an event can be taken for. Handlers of events get one, so a function that
 * takes such an answer could be handed to a button and hear "yes" in the click.
 */
export type Answer<T> = [Event] extends [T] ? never : T

/** The two ways in which a dialog ends. */
export interface DialogControl<T> {
  /** Without an answer. It takes nothing, so it may stand wherever a button or the browser calls back. */
  readonly close: () => void
  /** With one. Throws a TypeError for an event. */
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

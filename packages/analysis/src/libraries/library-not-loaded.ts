/**
 * A thread, or the library in it, could not be loaded now: most likely the process has as many files open as it may. It
 * says nothing of the file, and passes. `code` and `syscall` are the system's, where it has said why.
 */
export class LibraryNotLoaded extends Error {
  override readonly name = 'LibraryNotLoaded'
  readonly code?: string
  readonly syscall?: string

  constructor(why: WhyNotLoaded, cause?: unknown) {
    super(why.message, cause === undefined ? undefined : { cause })
    if (why.code !== undefined) this.code = why.code
    if (why.syscall !== undefined) this.syscall = why.syscall
  }
}

/** What an error says, in a form that threads can send. */
export interface WhyNotLoaded {
  readonly message: string
  readonly code?: string
  readonly syscall?: string
}

export function whyNotLoaded(error: unknown): WhyNotLoaded {
  const { message, code, syscall } = Object(error) as Readonly<Record<string, unknown>>
  return {
    message: typeof message === 'string' ? message : String(error),
    ...(typeof code === 'string' && { code }),
    ...(typeof syscall === 'string' && { syscall }),
  }
}

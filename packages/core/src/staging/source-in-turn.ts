import type { Turn } from '../async/turn.ts'

/** A source that is opened when a place for it is free, in the turn of the upload that reads it. */
export class SourceInTurn implements AsyncIterable<Uint8Array> {
  readonly #open: (turn: Turn | undefined) => AsyncGenerator<Uint8Array>

  /** `open` waits for the place when the first chunk is asked for, and gives it back at the end. */
  constructor(open: (turn: Turn | undefined) => AsyncGenerator<Uint8Array>) {
    this.#open = open
  }

  inTurn(turn: Turn | undefined): AsyncGenerator<Uint8Array> {
    return this.#open(turn)
  }

  /** For readers without a turn: takes that of the store itself. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return this.#open(undefined)
  }
}

/** The bytes of an asset that is copied. */
export class CopiedSource extends SourceInTurn {}

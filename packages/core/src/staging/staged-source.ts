import type { StagedUpload } from './staged-upload.ts'

/** A source that is staged already: an upload takes it over without reading it. */
export class StagedSource implements AsyncIterable<Uint8Array> {
  readonly file: StagedUpload

  constructor(file: StagedUpload) {
    this.file = file
  }

  /** For readers that want the bytes alone. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* this.file.stream()
  }
}

import type { UploaderSnapshot, UploadItem, UploadStatus } from './uploader.ts'

const LOST: readonly UploadStatus[] = ['failed', 'cancelled']
const RUNNING: readonly UploadStatus[] = ['waiting', 'sending', 'finishing']

/** Sums over all items. A change costs the same however many there are; only who asks for the list pays for it. */
export class UploadTally {
  readonly #items: () => readonly UploadItem[]
  #size = 0
  #sent = 0
  #running = 0
  #snapshot: UploaderSnapshot | null = null

  constructor(items: () => readonly UploadItem[]) {
    this.#items = items
  }

  count({ status, size, sent }: UploadItem, sign: 1 | -1): void {
    this.#snapshot = null
    if (RUNNING.includes(status)) this.#running += sign
    if (LOST.includes(status)) return
    this.#size += sign * size
    this.#sent += sign * sent
  }

  snapshot(): UploaderSnapshot {
    this.#snapshot ??= {
      items: this.#items(),
      size: this.#size,
      sent: this.#sent,
      isRunning: this.#running > 0,
    }
    return this.#snapshot
  }
}

import { connect } from '../request/connection.ts'
import { connectionOf } from '../request/connection-of.ts'
import { pause } from '../request/retry.ts'
import { named } from '../upload/named.ts'
import { checkOptions } from './check-options.ts'
import { networkOfPlatform } from './network.ts'
import { plainTransport } from './plain-transport.ts'
import { QueuedUpload } from './queued-upload.ts'
import { resumableTransport } from './resumable-transport.ts'
import { runUpload, type UploaderPlatform } from './run-upload.ts'
import type { UploadTransport } from './transport.ts'
import { localMemory } from './upload-memory.ts'
import { UploadTally } from './upload-tally.ts'
import type { ChosenFile, Uploader, UploaderOptions, UploadItem, UploadStatus } from './uploader.ts'

/** Bytes from which an upload is resumable with `auto`. */
const LARGE = 8 * 1024 ** 2
const RUNNING: readonly UploadStatus[] = ['sending', 'finishing']
const OVER: readonly UploadStatus[] = ['done', 'failed', 'cancelled']

/**
 * An uploader to the service of a client, or at `baseUrl`. Holds nothing open while nothing is sent. Throws a `TypeError`
 * for options that cannot be.
 */
export function createUploader(options: UploaderOptions): Uploader {
  return createUploaderWith(options, {
    wait: pause,
    random: Math.random,
    network: networkOfPlatform,
  })
}

/** The same, with the clock, the randomness and the network of a test. */
export function createUploaderWith(options: UploaderOptions, platform: UploaderPlatform): Uploader {
  const { concurrency = 3, resumable = 'auto', retries = 8, memory = localMemory() } = options
  const { pieceBytes = 32 * 1024 ** 2, ticket, onDuplicate, query } = options
  checkOptions({ concurrency, retries, pieceBytes, resumable })
  const connection = connectionFor(options, platform)
  const ways: UploadTransport[] = [plainTransport]
  if (resumable !== false) ways.unshift(resumableTransport(resumable === true ? 0 : LARGE))

  const uploads = new Map<string, QueuedUpload>()
  /** Those to send, in their order. */
  const waiting = new Set<QueuedUpload>()
  const listeners = new Set<(item?: UploadItem) => void>()
  const tally = new UploadTally(() => Array.from(uploads.values(), ({ item }) => item))
  const inUse = new Set<string>()
  const isRemembered = ({ file }: UploadItem) =>
    ways.some((way) => way !== plainTransport && way.takes(file))
  let running = 0
  let lastId = 0

  function change(upload: QueuedUpload, changes: Partial<UploadItem>): void {
    if (!uploads.has(upload.id)) return
    tally.count(upload.item, -1)
    upload.item = { ...upload.item, ...changes }
    tally.count(upload.item, 1)
    for (const listener of [...listeners]) listener(upload.item)
  }

  function enqueue(upload: QueuedUpload): void {
    waiting.add(upload)
    change(upload, { status: 'waiting', error: null, isStalled: false })
  }

  function start(): void {
    for (const next of waiting) {
      if (running >= concurrency) return
      waiting.delete(next)
      running += 1
      const control = new AbortController()
      next.control = control
      change(next, { status: 'sending' })
      // Two runs at once would not know of each other's upload.
      next.ended = next.ended.then(() => send(next, control.signal))
      void next.ended.then(() => {
        running -= 1
        start()
      })
    }
  }

  async function send(upload: QueuedUpload, signal: AbortSignal): Promise<void> {
    /** A run that was paused or cancelled changes nothing more. */
    const apply = (changes: Partial<UploadItem>) => {
      if (!signal.aborted) change(upload, changes)
    }
    try {
      signal.throwIfAborted()
      const job = await upload.prepare({
        connection: connection(),
        ticket,
        pieceBytes,
        onDuplicate,
        query,
        memory: isRemembered(upload.item) ? memory : null,
        inUse,
        signal,
        sent(bytes) {
          const isAll = bytes >= upload.item.size
          apply({ sent: bytes, status: isAll ? 'finishing' : 'sending' })
        },
      })
      const stalled = (error: Error | null) => apply({ error, isStalled: error !== null })
      const asset = await runUpload(job, ways, { retries, stalled }, platform)
      await job.save(null)
      const { size } = upload.item
      apply({ status: 'done', asset, sent: size, error: null, isStalled: false })
      upload.release(inUse)
    } catch (error) {
      apply({ status: 'failed', error: errorOf(error), isStalled: false })
    }
  }

  /** Applies to one upload, or to all. */
  function each(
    id: string | undefined,
    which: readonly UploadStatus[],
    act: (u: QueuedUpload) => void,
  ) {
    const one = id === undefined ? [...uploads.values()] : [uploads.get(id)]
    for (const upload of one) {
      if (upload !== undefined && which.includes(upload.item.status)) act(upload)
    }
  }

  function stop(upload: QueuedUpload, status: UploadStatus): void {
    waiting.delete(upload)
    change(upload, { status, isStalled: false, error: null })
    upload.control?.abort(new DOMException(`The upload was ${status}.`, 'AbortError'))
  }

  return {
    add(files, fields = {}) {
      const chosen = isIterable(files) ? [...files] : [files]
      const added = chosen.map(named).map((file) => {
        lastId += 1
        return new QueuedUpload(String(lastId), file, fields)
      })
      for (const upload of added) {
        uploads.set(upload.id, upload)
        tally.count(upload.item, 1)
        enqueue(upload)
      }
      start()
      return added.map(({ id }) => id)
    },
    pause: (id) => each(id, ['waiting', ...RUNNING], (upload) => stop(upload, 'paused')),
    resume(id) {
      each(id, ['paused'], enqueue)
      start()
    },
    cancel(id) {
      each(id, ['waiting', 'paused', 'failed', ...RUNNING], (upload) => {
        stop(upload, 'cancelled')
        // What is left expires by itself if the service cannot be asked.
        void upload.ended.then(() => upload.discard(ways, inUse)).catch(() => {})
      })
    },
    retry(id) {
      each(id, ['failed', 'cancelled'], (upload) => {
        change(upload, { sent: 0 })
        enqueue(upload)
      })
      start()
    },
    remove(id) {
      each(id, OVER, (upload) => {
        uploads.delete(upload.id)
        upload.release(inUse)
        tally.count(upload.item, -1)
      })
      for (const listener of [...listeners]) listener()
    },
    get: (id) => uploads.get(id)?.item,
    getSnapshot: () => tally.snapshot(),
    subscribe(listener) {
      // The same function may be given twice, and each end ends one.
      const own = (item?: UploadItem) => listener(item)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}

function connectionFor(options: UploaderOptions, platform: UploaderPlatform) {
  if ('client' in options) {
    const { client } = options
    if (typeof client === 'function') return () => connectionOf(client())
    const given = connectionOf(client)
    return () => given
  }
  const own = connect({ ...options, retries: 0 }, platform)
  return () => own
}

function isIterable(files: ChosenFile | Iterable<ChosenFile>): files is Iterable<ChosenFile> {
  return Symbol.iterator in Object(files)
}

function errorOf(error: unknown): Error {
  // By a member: errors of another realm are no instances of this one's.
  return typeof Object(error).message === 'string' ? (error as Error) : new Error(String(error))
}

import { Worker } from 'node:worker_threads'
import type { RenderLimits } from '../job/recipe.ts'

/** A picture in HEVC, with the ICC profile that its header holds. */
export interface HeifPicture {
  readonly content: Uint8Array
  readonly icc: Uint8Array | undefined
  readonly limits: RenderLimits
}

/**
 * Decodes to a TIFF of upright 8-bit pixels. Rejects with a plain error when the picture cannot be decoded. Rejects
 * with an error that has a `code` when the thread could not start, or ran out of memory or time.
 */
export type DecodeHeif = (picture: HeifPicture) => Promise<Uint8Array>

/** The data that the thread starts with. */
export interface HeifRequest extends HeifPicture {
  readonly requireFrom: string
}

/** What the thread answers; `refused` is libheif's own message. For any other error the thread dies of it. */
export type HeifReply = { readonly bytes: Uint8Array } | { readonly refused: string }

/** Megabytes of JavaScript; WebAssembly has its own ceiling of 2 GiB. */
const HEAP = 128

/**
 * Decodes with libheif-js, as looked up from `requireFrom`. Each picture has its own thread: WebAssembly never gives
 * memory back, and only a thread can be stopped when the time is up.
 */
export function createHeifDecoder(workerCode: string, requireFrom: string): DecodeHeif {
  return (picture) =>
    new Promise((resolve, reject) => {
      const fail = (message: string, cause?: unknown): void =>
        reject(Object.assign(new Error(message, { cause }), { code: 'HEIF_THREAD' }))
      const worker = new Worker(workerCode, {
        eval: true,
        workerData: { ...picture, requireFrom } satisfies HeifRequest,
        execArgv: [],
        env: {},
        // libheif-js reports on the console what it cannot decode; that output is not for the app's console.
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: HEAP },
        name: 'stowage-heif',
      })
      const timer = setTimeout(() => void worker.terminate(), picture.limits.timeMs)
      worker.on('message', (reply: HeifReply) => {
        if ('bytes' in reply) resolve(reply.bytes)
        else reject(new Error(reply.refused))
      })
      worker.on('error', (cause) => fail('The thread that decodes HEIC failed.', cause))
      worker.on('exit', () => {
        clearTimeout(timer)
        fail('The thread that decodes HEIC ended before its time, or took too long.')
      })
    })
}

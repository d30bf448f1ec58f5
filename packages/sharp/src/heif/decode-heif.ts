import { Worker } from 'node:worker_threads'
import type { RenderLimits } from '../picture/recipe.ts'

/** A picture in HEVC, with the ICC profile that its header holds. */
export interface HeifPicture {
  readonly content: Uint8Array
  readonly icc: Uint8Array | undefined
  readonly limits: RenderLimits
}

/** Decodes to a TIFF of upright 8-bit pixels. Rejects with any error when it cannot. */
export type DecodeHeif = (picture: HeifPicture) => Promise<Uint8Array>

/** What the thread is started with. */
export interface HeifRequest extends HeifPicture {
  readonly requireFrom: string
}

/** What the thread answers; it dies of its error otherwise. */
export interface HeifReply {
  readonly bytes: Uint8Array
}

/** Megabytes of JavaScript; WebAssembly has its own ceiling of 2 GiB. */
const HEAP = 128

/**
 * Decodes with libheif-js, as looked up from `requireFrom`, in a thread of its own for each picture:
 * WebAssembly never gives memory back, and only a thread can be ended when the time is up.
 */
export function createHeifDecoder(workerCode: string, requireFrom: string): DecodeHeif {
  return (picture) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(workerCode, {
        eval: true,
        workerData: { ...picture, requireFrom } satisfies HeifRequest,
        execArgv: [],
        env: {},
        // libheif-js tells on the console what it cannot decode.
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: HEAP },
        name: 'stowage-heif',
      })
      const timer = setTimeout(() => void worker.terminate(), picture.limits.time)
      worker.on('message', ({ bytes }: HeifReply) => resolve(bytes))
      worker.on('error', reject)
      worker.on('exit', () => {
        clearTimeout(timer)
        reject(new Error('The picture took too long.'))
      })
    })
}

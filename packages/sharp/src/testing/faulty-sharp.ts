import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PictureContent } from '../job/content.ts'
import { quadrants } from './quadrants.ts'

/** Where the code begins that a picture brings along, after its end. */
const MARK = 'the decoder is taken over:'

/**
 * Puts a sharp with a hole below the directory, from which any picture may run code of its own in the process
 * that decodes it. Resolves to what it is looked up from.
 */
export async function faultySharp(directory: string): Promise<string> {
  const folder = path.join(directory, 'node_modules', 'sharp')
  await mkdir(folder, { recursive: true })
  const real = createRequire(import.meta.url).resolve('sharp')
  await writeFile(
    path.join(folder, 'index.js'),
    `const sharp = require(${JSON.stringify(real)})
    const AsyncFunction = (async () => {}).constructor
    function open(content, options) {
      const picture = sharp(content, options)
      const metadata = picture.metadata.bind(picture)
      picture.metadata = async () => {
        const [, code] = content.toString('latin1').split('${MARK}')
        if (code !== undefined) await new AsyncFunction('require', code)(require)
        return metadata()
      }
      return picture
    }
    module.exports = Object.assign(open, sharp)`,
  )
  return path.join(directory, 'index.js')
}

/** A picture so wide that runs the code, the body of an async function, before it is decoded. */
export async function pictureThatRuns(code: string, width = 40): Promise<PictureContent> {
  const bytes = Buffer.concat([
    await quadrants(width, 30).png().toBuffer(),
    Buffer.from(`${MARK}${code}`),
  ])
  return {
    size: bytes.length,
    bytes,
    async *chunks() {
      yield bytes
    },
  }
}

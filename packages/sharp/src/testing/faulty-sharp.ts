import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PictureContent } from '../job/content.ts'
import { quadrants } from './quadrants.ts'

/** Marks the beginning of the code that a picture carries after its own end. */
const MARK = 'the decoder is taken over:'

/**
 * Puts a sharp with a hole below the directory: a picture may run its own code in the process that decodes it. Resolves
 * to the file from which this sharp is looked up.
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

/** A picture of this width that runs the code, the body of an async function, before it is decoded. */
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

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { StowageError, VARIANT_LIMIT, type VariantMaker, type VariantResult } from '@stowage/core'
import heifCode from '../heif/heif.worker.ts?worker'
import { hasLibHeif } from '../heif/libheif.ts'
import { allFailed } from '../picture/recipe.ts'
import { createProcessPool } from '../process/process-pool.ts'
import { acceptedTypes } from './accepted-types.ts'
import { contentOf } from './content.ts'
import { createInProcessRenderer } from './in-process.ts'
import type { SharpVariantsOptions } from './options.ts'
import type { Renderer } from './renderer.ts'
import { type Settings, settingsOf } from './settings.ts'
import { createSlots } from './slots.ts'

/**
 * Makes variants of pictures with sharp: upright, in sRGB, without metadata. JPEG, PNG, WebP, GIF, TIFF,
 * AVIF and SVG; HEIC too where `libheif-js` is installed. `invalid_argument` names the option that is wrong.
 */
export function sharpVariants(options: SharpVariantsOptions = {}): VariantMaker {
  const settings = settingsOf(options)
  const { recipes, limits } = settings
  // A bundle in CommonJS has no URL; what it needs is then found from the script that was started.
  const script = pathToFileURL(path.resolve(process.argv[1] ?? 'index.js'))
  const requireFrom = import.meta.url || script.href
  const types = acceptedTypes(hasLibHeif(requireFrom))
  const slots = createSlots(settings)
  const renderer = rendererFor(settings, requireFrom)
  let isClosed = false

  return {
    plans: recipes.map(({ name, timing }) => ({ name, timing })),
    accepts: ({ mimeType, width, height }) =>
      types.has(mimeType) && (width ?? 0) * (height ?? 0) <= limits.pixels,
    async make({ file, facts }, names, { signal } = {}) {
      signal?.throwIfAborted()
      if (isClosed) throw closed()
      const job = { recipes: recipes.filter(({ name }) => names.includes(name)), limits }
      if (!types.has(facts.mimeType) || file.size > limits.fileSize) return allFailed(job)
      try {
        const render = () => renderer.render(contentOf(file, signal), job)
        return withinLimit(await slots.run(render, signal))
      } catch (error) {
        throw isClosed && !signal?.aborted ? closed() : error
      }
    },
    async close() {
      isClosed = true
      renderer.close()
    },
  }
}

function rendererFor(settings: Settings, requireFrom: string): Renderer {
  if (settings.isolation === 'none') return createInProcessRenderer({ requireFrom, heifCode })
  return createProcessPool({
    setup: { requireFrom, heifCode, memory: settings.limits.memory },
    jobsPerProcess: settings.picturesPerProcess,
  })
}

function withinLimit({ made, failed }: VariantResult): VariantResult {
  const tooLarge = made.filter(({ content }) => content.length > VARIANT_LIMIT)
  return {
    made: made.filter((variant) => !tooLarge.includes(variant)),
    failed: [...failed, ...tooLarge.map(({ name }) => name)],
  }
}

function closed(): StowageError {
  return new StowageError('closed', 'The maker of variants was closed.')
}

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStowageError, StowageError } from '@stowage/core'
import { raceAbort, Semaphore, turnOf } from '@stowage/core/internal'
import type { VariantProcessor } from '@stowage/core/ports'
import heifCode from '../heif/heif.worker.ts?worker'
import { hasLibHeif } from '../heif/libheif.ts'
import { contentOf } from '../job/content.ts'
import { allFailed, type RenderJob } from '../job/recipe.ts'
import type { Renderer } from '../job/renderer.ts'
import { isInconclusive, unavailable } from '../job/unavailable.ts'
import { createProcessPool } from '../process/process-pool.ts'
import { acceptedTypes } from './accepted-types.ts'
import { createCoolOff } from './cool-off.ts'
import { createInProcessRenderer } from './in-process.ts'
import type { SharpVariantsOptions } from './options.ts'
import { type Settings, settingsOf } from './settings.ts'

const DRAWING = 'image/svg+xml'

/**
 * Makes variants of pictures with sharp: upright, in sRGB, without metadata. JPEG, PNG, WebP, GIF, TIFF,
 * AVIF and SVG; HEIC too where `libheif-js` is installed. `invalid_argument` names the option that is wrong.
 */
export function sharpVariants(options: SharpVariantsOptions = {}): VariantProcessor {
  const settings = settingsOf(options)
  const { recipes, limits, concurrency, queue } = settings
  // A CommonJS bundle has no URL; then the packages are looked up from the script that was started.
  const script = pathToFileURL(path.resolve(process.argv[1] ?? 'index.js'))
  const requireFrom = import.meta.url || script.href
  const types = acceptedTypes(hasLibHeif(requireFrom))
  const waiting = { most: queue, mostOfTenant: queue, spare: true }
  const pictures = new Semaphore(concurrency, waiting)
  // Drawings have their own places, so that no photo waits for them.
  const drawings = new Semaphore(Math.ceil(concurrency / 2), waiting)
  const coolOff = createCoolOff()
  const renderer = rendererFor(settings, requireFrom)
  let isClosed = false

  function jobOf(mimeType: string, names: readonly string[]): RenderJob {
    const isDrawing = mimeType === DRAWING
    const timeMs = isDrawing ? Math.min(limits.timeMs, limits.drawingTimeMs) : limits.timeMs
    return {
      recipes: recipes.filter(({ name }) => names.includes(name)),
      limits: { pixels: limits.pixels, channels: limits.channels, timeMs },
      isDrawing,
    }
  }

  return {
    plans: recipes.map(({ name, timing }) => ({ name, timing })),
    prepare: () => renderer.prepare(),
    accepts: ({ mimeType, width, height }) =>
      types.has(mimeType) && (width ?? 0) * (height ?? 0) <= limits.pixels,
    async make({ file, facts, tenant, caller }, names, { signal } = {}) {
      signal?.throwIfAborted()
      if (isClosed) throw closed()
      const job = jobOf(facts.mimeType, names)
      if (!types.has(facts.mimeType) || file.size > limits.fileSize) return allFailed(job)
      const picture = `${tenant}/${file.sha256}`
      coolOff.assertCool(picture)
      const places = job.isDrawing ? drawings : pictures
      try {
        const render = () => renderer.render(contentOf(file, signal), job, signal)
        const making = places.run(render, { turn: turnOf({ tenant, caller }), signal })
        // A picture under way keeps its place until its process is free again.
        const result = await raceAbort(making, signal)
        coolOff.forget(picture)
        return result
      } catch (error) {
        if (signal?.aborted) throw error
        if (isClosed) throw closed()
        if (isInconclusive(error)) coolOff.heat(picture)
        throw isStowageError(error, 'variants_unavailable')
          ? unavailable(error.message, error.cause)
          : error
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

function closed(): StowageError {
  return new StowageError('closed', 'The variant processor was closed.')
}

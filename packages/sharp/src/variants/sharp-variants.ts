import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Focus, isStowageError, type StagedFile, StowageError } from '@stowage/core'
import {
  errorName,
  mayHaveCover,
  raceAbort,
  readCover,
  Semaphore,
  turnOf,
} from '@stowage/core/internal'
import type { VariantPlan, VariantProcessor } from '@stowage/core/ports'
import heifCode from '../heif/heif.worker.ts?worker'
import { hasLibHeif } from '../heif/libheif.ts'
import { contentOf, contentOfBytes, type PictureContent } from '../job/content.ts'
import { allFailed, type RenderJob } from '../job/recipe.ts'
import type { Renderer } from '../job/renderer.ts'
import { isInconclusive, unavailable } from '../job/unavailable.ts'
import { createProcessPool } from '../process/process-pool.ts'
import { acceptedTypes } from './accepted-types.ts'
import { createCoolOff } from './cool-off.ts'
import { createInProcessRenderer } from './in-process.ts'
import type { SharpVariantsOptions } from './options.ts'
import type { PlannedRecipe } from './planned-recipe.ts'
import { type Settings, settingsOf } from './settings.ts'

/** To be raised when the same settings give other pictures than before. */
const RENDERING = 1
const NOTHING_MADE = { made: [], failed: [] } as const
const DRAWING = 'image/svg+xml'
/** The variant that a file of sound has, of its cover. */
const COVER = 'thumbnail'

/**
 * Makes variants of pictures with sharp: upright, in sRGB, without metadata. JPEG, PNG, WebP, GIF, TIFF,
 * AVIF and SVG; HEIC too where `libheif-js` is installed. The thumbnail of a file of sound is of its cover.
 * `invalid_argument` names the option that is wrong.
 */
export function sharpVariants(options: SharpVariantsOptions = {}): VariantProcessor {
  const settings = settingsOf(options)
  const { recipes, sets, limits, concurrency, queue } = settings
  // A CommonJS bundle has no URL; then the packages are looked up from the script that was started.
  const script = pathToFileURL(path.resolve(process.argv[1] ?? 'index.js'))
  const requireFrom = import.meta.url || script.href
  const types = acceptedTypes(hasLibHeif(requireFrom))
  const waiting = { most: queue, mostOfTenant: queue, spare: true }
  const pictures = new Semaphore(concurrency, waiting)
  // Drawings have their own places, so that no photo waits for them.
  const drawings = new Semaphore(Math.ceil(concurrency / 2), waiting)
  const coolOff = createCoolOff()
  const renderers = renderersFor(settings, requireFrom)
  const hasCovers = recipes.some(({ name }) => name === COVER)
  let isClosed = false

  function jobOf(mimeType: string, names: readonly string[], focus: Focus | null): RenderJob {
    const isDrawing = mimeType === DRAWING
    const timeMs = isDrawing ? Math.min(limits.timeMs, limits.drawingTimeMs) : limits.timeMs
    return {
      recipes: recipes.filter(({ name }) => names.includes(name)),
      limits: { pixels: limits.pixels, channels: limits.channels, timeMs },
      isDrawing,
      focus,
    }
  }

  return {
    plans: recipes.map(planOfRecipe),
    sets,
    prepare: () => renderers.request.prepare(),
    accepts({ mimeType, width, height }, name) {
      if (mayHaveCover(mimeType)) return hasCovers && (name === undefined || name === COVER)
      return types.has(mimeType) && (width ?? 0) * (height ?? 0) <= limits.pixels
    },
    async make(
      { file, facts, focus = null, tenant, caller },
      names,
      { signal, when = 'request' } = {},
    ) {
      signal?.throwIfAborted()
      if (isClosed) throw closed()
      const { mimeType } = facts
      const job = jobOf(mimeType, names, focus)
      const isFit = mayHaveCover(mimeType) || (types.has(mimeType) && file.size <= limits.fileSize)
      if (!isFit) return allFailed(job)
      const picture = `${tenant}/${file.sha256}`
      coolOff.assertCool(picture)
      const places = job.isDrawing ? drawings : pictures
      try {
        // With its place: a cover is as large as a picture.
        const render = async () => {
          const content = await pictureIn(file, mimeType, signal)
          if (content === null) return NOTHING_MADE
          if (content.size > limits.fileSize) return allFailed(job)
          const renderer = when === 'background' ? renderers.background : renderers.request
          return renderer.render(content, job, signal)
        }
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
      renderers.request.close()
      renderers.background.close()
    },
  }
}

function planOfRecipe({ name, timing, preview, ...recipe }: PlannedRecipe): VariantPlan {
  const { width, height, fit, format, quality, animated } = recipe
  const settings = JSON.stringify([RENDERING, width, height, fit, format, quality, animated])
  return { name, timing, preview, isCropped: fit === 'cover', settings }
}

/** The picture, or the cover of a file of sound; `null` when that has none. */
async function pictureIn(
  file: StagedFile,
  mimeType: string,
  signal: AbortSignal | undefined,
): Promise<PictureContent | null> {
  if (!mayHaveCover(mimeType)) return contentOf(file, signal)
  const bytes = await readCover(file, mimeType, signal).catch((cause) => {
    throw errorName(cause) === 'BudgetExceeded'
      ? unavailable('There was no time to look for the cover.', cause)
      : cause
  })
  return bytes === null ? null : contentOfBytes(bytes)
}

/** Nobody waits for what is made in the background: its processes let others of the machine go first. */
function renderersFor(
  settings: Settings,
  requireFrom: string,
): Readonly<Record<'request' | 'background', Renderer>> {
  if (settings.isolation === 'none') {
    const renderer = createInProcessRenderer({ requireFrom, heifCode })
    return { request: renderer, background: renderer }
  }
  const setup = { requireFrom, heifCode, memory: settings.limits.memory }
  const pool = { setup, jobsPerProcess: settings.picturesPerProcess }
  return {
    request: createProcessPool(pool),
    background: createProcessPool({ ...pool, yields: true }),
  }
}

function closed(): StowageError {
  return new StowageError('closed', 'The variant processor was closed.')
}

import { type FileFacts, locationCare } from '@stowage/analysis'
import { StowageError } from '../errors/stowage-error.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { StagedUpload } from '../staging/staged-upload.ts'
import type { Staging } from '../staging/staging.ts'
import { cleanedChunks } from './cleaned-chunks.ts'
import { editsOf } from './edits-of.ts'

/** A file to store, and what is known of it. */
interface CleanedUpload {
  readonly file: StagedUpload
  readonly facts: FileFacts
}

/**
 * The file without its location, in place of one that names it, which is discarded then. `location_not_removable` for
 * one that may name it and cannot be cleaned.
 */
export async function cleanUpload(
  { file, facts }: CleanedUpload,
  { staging, signal }: { readonly staging: Pick<Staging, 'create'>; readonly signal: AbortSignal },
): Promise<CleanedUpload> {
  const care = locationCare(facts)
  if (care === 'none') return { file, facts }
  const edits = care === 'look' ? await editsOf(file, facts.mimeType, signal) : null
  if (edits === null) throw notRemovable()
  if (edits.length === 0) return { file, facts }
  const cleaned = await stageUpload(cleanedChunks(file, edits), {
    staging,
    limit: file.size,
    signal,
  })
  await file.discard()
  const embedded = facts.embedded && { ...facts.embedded, location: null }
  return { file: cleaned, facts: { ...facts, embedded } }
}

function notRemovable(): StowageError {
  return new StowageError(
    'location_not_removable',
    'The file may say where it was taken, and this cannot be taken out of it. Export it in another format, such as JPEG or MP4, and upload that.',
  )
}

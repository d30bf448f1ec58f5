import { StowageError } from './stowage-error.ts'

/** `duplicate`: the file at this index of its upload exists already, as the asset `id`, or earlier in the upload. */
export function duplicateFile(index: number, id: string | null): StowageError {
  return new StowageError(
    'duplicate',
    id === null
      ? 'Two files of this upload have the same bytes. Leave one out.'
      : 'A file with the same bytes is stored already. Use that asset, or upload with `onDuplicate: "store"`.',
    { context: { id, index } },
  )
}

/** `external_id_taken`: the asset `id` has it; `null` when the caller cannot reach that one. */
export function externalIdTaken(index: number, id: string | null): StowageError {
  return new StowageError(
    'external_id_taken',
    'Another asset has this external id, which is unique in its tenant. Use that asset, or purge it first.',
    { context: { id, index } },
  )
}

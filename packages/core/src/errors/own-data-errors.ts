import { StowageError } from './stowage-error.ts'

/** `changed_meanwhile` */
export function changedMeanwhile(): StowageError {
  return new StowageError(
    'changed_meanwhile',
    'It is not as `ifMatch` says any more. Get it again, and decide anew.',
  )
}

/** `changed_meanwhile`, for a content that was replaced */
export function contentReplaced(): StowageError {
  return new StowageError(
    'changed_meanwhile',
    'The asset has another content than the one that `sha256` names. Scan what it has now.',
  )
}

/** `changed_meanwhile`, for a content that is no longer even a version */
export function contentGone(cause: unknown): StowageError {
  return new StowageError(
    'changed_meanwhile',
    'The content of this record was replaced, and is deleted. Get the asset again, and read what it has now.',
    { cause },
  )
}

/** `too_many_tags`, with the ids in the order given. */
export function tooManyTags(ids: readonly string[], limit: number): StowageError {
  return new StowageError(
    'too_many_tags',
    `${ids.length === 1 ? 'An asset' : `${ids.length} assets`} would have more than ${limit} tags. Remove some first.`,
    { context: { ids, limit } },
  )
}

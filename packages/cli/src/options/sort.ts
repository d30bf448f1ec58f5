import type { AssetSort } from '@stowage/core/types'
import { InvalidArgumentError } from 'commander'

const FIELDS: Readonly<Record<string, string>> = {
  created: 'createdAt',
  created_at: 'createdAt',
  updated: 'updatedAt',
  updated_at: 'updatedAt',
  name: 'name',
  size: 'size',
  type: 'type',
  duration: 'durationSeconds',
  duration_seconds: 'durationSeconds',
  taken: 'takenAt',
  taken_at: 'takenAt',
}

/** `-size`: the largest first. Accepts the names of the API too. */
export function readSort(text: string): AssetSort {
  const descending = text.startsWith('-')
  const field = FIELDS[descending ? text.slice(1) : text]
  if (field !== undefined) return `${descending ? '-' : ''}${field}` as AssetSort
  throw new InvalidArgumentError(
    'It can be created, updated, name, size, type, duration or taken; with - descending.',
  )
}

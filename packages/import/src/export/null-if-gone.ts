import { isStowageError } from '@stowage/core'

/** `null` when the asset or the folder no longer exists. */
export async function nullIfGone<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found
  } catch (error) {
    const isGone = ['asset_not_found', 'folder_not_found'] as const
    if (isGone.some((code) => isStowageError(error, code))) return null
    throw error
  }
}

import type { Libraries } from './libraries.ts'

/** Libraries whose code loads only when a file first needs them. */
export function createLibraries(): Libraries {
  let pool: Promise<Libraries> | undefined

  async function open(): Promise<Libraries> {
    const { createLibraryPool } = await import('./library-pool.ts')
    return createLibraryPool()
  }

  return {
    async typeOf(reader) {
      pool ??= open()
      return (await pool).typeOf(reader)
    },
    async close() {
      await (await pool)?.close()
    },
  }
}

/** Like `Promise.all`, but settles only after each of them has settled. */
export async function allSettledOrThrow(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}

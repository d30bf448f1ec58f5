/** Like `Promise.all`, but never before each of them has come to its end. */
export async function allSettledOrThrow(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}

/** Gives two assets other contents, and one that it had again. One that has versions is purged with them. */
export async function changeContents([store, other], { does, files }, [asset, doomed]) {
  await Promise.all([
    does.replaceContent(store, asset.id, files.largeBytes()),
    does.replaceContent(other, doomed.id, files.smallBytes()),
  ])
  await does.replaceContent(other, asset.id, files.smallBytes())
  const oldest = (await store.versions.list(asset.id)).at(-1)
  // A store that keeps none is found out by what it promised.
  if (oldest !== undefined) await does.restoreVersion(store, asset.id, oldest)
  await does.trash(store, [doomed.id])
  await does.purge(other, [doomed.id])
}

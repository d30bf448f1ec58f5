/** Changes of many rows at once: an image must hold none of them in part. */
export async function changeFolders(store, { files: { nextName } }, assets) {
  const { folders } = store
  const outer = await folders.create({ name: nextName('outer') })
  const inner = await folders.create({ name: nextName('inner'), parentId: outer.id })
  const gone = await folders.create({ name: nextName('gone'), parentId: inner.id })
  await Promise.all([
    store.select(assets.slice(0, 5)).move(inner.id),
    store.select(assets.slice(5)).move(gone.id),
  ])
  const top = await folders.create({ name: nextName('top') })
  await folders.update(outer.id, { parentId: top.id })
  await folders.delete(gone.id, { assets: 'detach' })
}

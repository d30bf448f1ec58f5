/** All assets of a list in its order, page by page, and its total. */
export async function listOf(client, trashed) {
  const listed = []
  let total
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const result = await client.list({ page, perPage: 100, trashed })
    ;({ total, lastPage } = result)
    listed.push(...result.assets)
  }
  return { assets: listed, total }
}

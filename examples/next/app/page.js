import { media } from '../lib/media.js'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const { store } = await media()
  const { assets, total } = await store.list({ perPage: 20 })
  return (
    <main>
      <h1>{total} files</h1>
      <ul>
        {assets.map(({ id, name, mimeType }) => (
          <li key={id}>
            {name}, {mimeType}
          </li>
        ))}
      </ul>
    </main>
  )
}

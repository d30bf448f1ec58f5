import type { Asset } from '@stowage/client'
import { assetsOf, countOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client, session } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { withProgress } from '../widgets/progress.tsx'
import { formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { zip } from './zip.ts'

/** Bytes. The page builds an archive in memory, so it has to fit. */
const MAX_BYTES = 2_000_000_000

/** Downloads one file as it is, several as an archive. */
export async function download(selection: Selection): Promise<void> {
  try {
    const blob = await withProgress(t('actions.downloading'), async (signal, report) => {
      const assets: Asset[] = []
      let bytes = 0
      for await (const asset of assetsOf(selection, signal)) {
        assets.push(asset)
        bytes += asset.attributes.size
        if (bytes > MAX_BYTES && countOf(selection) > 1) return null
      }
      const [first] = assets
      if (first === undefined) return undefined
      if (assets.length === 1) return void (await downloadOne(first, signal))
      return zip(assets, { signal, onFile: (done) => report(done, assets.length) })
    })
    if (blob === null) toast(t('actions.tooMuch', { size: formatSize(MAX_BYTES) }))
    else if (blob !== undefined) save(blob, t('actions.archiveName'))
  } catch (error) {
    explain(error)
  }
}

/** The browser fetches the file itself where a URL is enough; only a request of the client carries a key. */
async function downloadOne({ attributes, meta }: Asset, signal: AbortSignal): Promise<void> {
  const { name, public_file_id, download_url } = attributes
  const url = meta?.signed?.download_url ?? (session.value.kind === 'app' ? download_url : null)
  if (url !== null) return follow(url, name)
  const answer = await client().content(public_file_id, { download: true, signal })
  save(await answer.blob(), name)
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  follow(url, name)
  // The browser reads the URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function follow(href: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href, download: name })
  document.body.append(link)
  link.click()
  link.remove()
}

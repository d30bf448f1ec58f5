import { useSignal } from '@preact/signals'
import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { client } from '../../session/session.ts'
import { reasonOf } from '../../toasts/explain.ts'
import { ScrollText } from '../../widgets/scroll-text.tsx'
import { formatSize } from '../../words/formats.ts'
import { t } from '../../words/words.ts'

/** Bytes of a file that are read: a page of text is enough to recognise it. */
const MOST = 256 * 1024

/** The beginning of a text file, shown as text and as nothing else. */
export function Text({ asset }: { asset: Asset }): JSX.Element {
  const { public_file_id, name, size } = asset.attributes
  const text = useSignal<string | null>(null)
  const problem = useSignal<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    readText(public_file_id, size, abort.signal).then(
      (read) => {
        text.value = read
      },
      (error: unknown) => {
        if (!abort.signal.aborted) problem.value = reasonOf(error)
      },
    )
    return () => abort.abort()
  }, [public_file_id])
  if (problem.value !== null) return <p class="problem">{problem.value}</p>
  if (text.value === null) return <div class="preview-waiting" aria-busy="true" />
  return (
    <div class="preview-text">
      <ScrollText label={name} text={text.value} />
      {size > MOST && <p class="quiet">{t('details.textCut', { size: formatSize(MOST) })}</p>}
    </div>
  )
}

async function readText(fileId: string, size: number, signal: AbortSignal): Promise<string> {
  if (size === 0) return ''
  const headers = { range: `bytes=0-${MOST - 1}` }
  const answer = await client().content(fileId, { headers, signal })
  return decoder(answer.headers.get('content-type')).decode(await answer.arrayBuffer())
}

/** The service has detected the charset, in names that the platform may not know. */
function decoder(contentType: string | null): TextDecoder {
  const charset = /charset="?([^";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

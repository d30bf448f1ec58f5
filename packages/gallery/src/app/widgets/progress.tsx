import { type Signal, signal } from '@preact/signals'
import type { JSX } from 'preact'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { openDialog } from './dialogs.tsx'

/** Milliseconds. Work that ends within this time needs no dialog. */
const PATIENCE = 500

interface Progress {
  readonly done: number
  /** `undefined`: unknown. */
  readonly total: number | undefined
}

/**
 * Runs `work`, which may take long. After half a second a dialog shows how far it is, and can cancel it: then `work`
 * rejects with the reason of its signal.
 */
export async function withProgress<Result>(
  title: string,
  work: (signal: AbortSignal, report: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController()
  const progress = signal<Progress>({ done: 0, total: undefined })
  let close = (): void => undefined
  const timer = setTimeout(() => {
    void openDialog((control) => {
      close = control.close
      return <ProgressDialog title={title} progress={progress} onCancel={() => abort.abort()} />
    })
  }, PATIENCE)
  try {
    return await work(abort.signal, (done, total) => {
      progress.value = { done, total }
    })
  } finally {
    clearTimeout(timer)
    close()
  }
}

function ProgressDialog({
  title,
  progress,
  onCancel,
}: {
  title: string
  progress: Signal<Progress>
  onCancel: () => void
}): JSX.Element {
  const { done, total } = progress.value
  return (
    <Dialog
      name="progress"
      role="alertdialog"
      title={title}
      onClose={onCancel}
      footer={<Button onClick={onCancel}>{t('common.cancel')}</Button>}
    >
      <progress class="progress" aria-label={title} value={total && done} max={total} />
      <p class="quiet" aria-live="polite">
        {total !== undefined && t('actions.progress', { done, total })}
      </p>
    </Dialog>
  )
}

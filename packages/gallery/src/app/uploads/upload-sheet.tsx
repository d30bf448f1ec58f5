import type { JSX } from 'preact'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'
import { chooseFiles } from './upload-button.tsx'

/** Asks on a phone where files come from: its camera or its files. */
export function openUploadSheet(): void {
  void openDialog(({ close }) => <Sheet onClose={close} />)
}

function Sheet({ onClose }: { onClose: () => void }): JSX.Element {
  const choose = (what: 'files' | 'photo'): void => {
    chooseFiles(what)
    onClose()
  }
  return (
    <Dialog name="upload-from" title={t('uploads.upload')} onClose={onClose}>
      <div class="upload-sheet">
        <Button kind="primary" icon="camera" onClick={() => choose('photo')}>
          {t('uploads.takePhoto')}
        </Button>
        <Button icon="files" onClick={() => choose('files')}>
          {t('uploads.chooseFiles')}
        </Button>
      </div>
    </Dialog>
  )
}

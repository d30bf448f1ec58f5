import type { JSX } from 'preact'
import { Dialog } from '../widgets/dialog.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'
import { Sidebar } from './sidebar.tsx'

/** Shows the sidebar on a phone. */
export function openSidebar(): void {
  void openDialog(({ close }) => <Sheet onClose={close} />)
}

function Sheet({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog name="sidebar" title={t('shell.menu')} onClose={onClose}>
      <Sidebar onGo={onClose} />
    </Dialog>
  )
}

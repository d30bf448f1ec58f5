import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Details } from '../details/details.tsx'
import { reloadFolders } from '../listing/folders.ts'
import { PickerBar } from '../picker/picker-bar.tsx'
import { picker } from '../place/picker.ts'
import { session } from '../session/session.ts'
import { DropZone } from '../uploads/drop-zone.tsx'
import { UploadPanel } from '../uploads/upload-panel.tsx'
import { DialogHost } from '../widgets/dialogs.tsx'
import { phone } from '../widgets/viewport.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Foot } from './foot.tsx'
import { ConnectionLost, Expired } from './interruptions.tsx'
import { Main } from './main.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { SignIn } from './sign-in.tsx'
import './shell.css'

/** The whole page. */
export function App(): JSX.Element {
  const { status, permissions } = session.value
  // Without permissions nobody has been signed in yet, so there is nothing to show behind an interruption.
  const isInside = status !== 'signed-out' && permissions.size > 0
  if (status === 'signed-out') return <SignIn />
  if (!isInside) return status === 'unreachable' ? <ConnectionLost isWhole /> : <Starting />
  return <Inside />
}

function Starting(): JSX.Element {
  return <div class="starting" aria-busy="true" />
}

function Inside(): JSX.Element {
  const { status } = session.value
  useShortcuts()
  useEffect(() => void reloadFolders(), [])
  return (
    <div class="shell">
      {!phone.value && <Sidebar />}
      <div class="shell-middle">
        {status === 'unreachable' && <ConnectionLost />}
        <Main />
        <Foot />
        {picker === null ? <UploadPanel /> : <PickerBar />}
      </div>
      <Details />
      {phone.value && picker === null && <BottomBar />}
      <DropZone />
      <DialogHost />
      {status === 'expired' && <Expired />}
    </div>
  )
}

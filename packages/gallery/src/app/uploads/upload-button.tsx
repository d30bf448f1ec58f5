import type { JSX } from 'preact'
import { may } from '../session/session.ts'
import { Button } from '../widgets/button.tsx'
import { Menu, type MenuItem } from '../widgets/menu.tsx'
import { t } from '../words/words.ts'
import { filesOfInput, sayLeftOut } from './collect.ts'
import { here } from './destination.ts'
import { upload } from './queue.ts'

/** Opens the system's dialog for files; `folder`: for a whole folder; `photo`: the camera, where there is one. */
export function chooseFiles(what: 'files' | 'folder' | 'photo' = 'files'): void {
  if (!may('write')) return
  const into = here()
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = what === 'files'
  input.webkitdirectory = what === 'folder'
  if (what === 'photo') {
    input.accept = 'image/*'
    // `capture` is not a property in every browser.
    input.setAttribute('capture', 'environment')
  }
  // In the page, but hidden: Safari forgets an input that is in no document.
  input.hidden = true
  input.addEventListener('change', () => {
    const chosen = filesOfInput(input.files ?? [])
    sayLeftOut(chosen)
    void upload(chosen.files, into)
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  document.body.append(input)
  input.click()
}

/** A button for files, with a menu for whole folders and the camera. Shows nothing to people who may not upload. */
export function UploadButton(): JSX.Element | null {
  if (!may('write')) return null
  return (
    <div class="upload-button">
      <Button kind="primary" icon="upload" onClick={() => chooseFiles()}>
        {t('uploads.upload')}
      </Button>
      <Menu label={t('uploads.ways')} icon="down" items={ways()} />
    </div>
  )
}

function ways(): readonly MenuItem[] {
  const files: MenuItem = {
    value: 'files',
    icon: 'files',
    label: t('uploads.chooseFiles'),
    onSelect: () => chooseFiles('files'),
  }
  const folder: MenuItem = {
    value: 'folder',
    icon: 'folder',
    label: t('uploads.chooseFolder'),
    onSelect: () => chooseFiles('folder'),
  }
  const photo: MenuItem = {
    value: 'photo',
    icon: 'camera',
    label: t('uploads.takePhoto'),
    onSelect: () => chooseFiles('photo'),
  }
  // A phone has a camera at hand, and no folders to choose.
  return matchMedia('(pointer: coarse)').matches ? [files, photo] : [files, folder]
}

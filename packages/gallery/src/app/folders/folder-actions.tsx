import { useSignal } from '@preact/signals'
import { isApiClientError } from '@stowage/client'
import type { JSX } from 'preact'
import { folderById, reloadFolders } from '../listing/folders.ts'
import { refresh } from '../listing/listing.ts'
import { goTo, place, placeFor } from '../place/place.ts'
import { client } from '../session/session.ts'
import { explain, reasonOf } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'

/** Asks for a name, and goes to the new folder. */
export async function createFolder(parentId: string | null): Promise<void> {
  const made = await askForName(t('folders.new'), '', t('common.create'), (name) =>
    client().folders.create({ name, parent_id: parentId }),
  )
  if (made === undefined) return
  await reloadFolders()
  goTo(placeFor({ folder: made.id }))
}

export async function renameFolder(id: string): Promise<void> {
  const before = folderById(id)?.attributes.name ?? ''
  const renamed = await askForName(t('folders.rename'), before, t('common.rename'), (name) =>
    client().folders.update(id, { name }),
  )
  if (renamed !== undefined) await reloadFolders()
}

/** Deletes a folder. What is in it goes to the trash, or stays in no folder: that is asked. */
export async function deleteFolder(id: string): Promise<void> {
  const name = folderById(id)?.attributes.name ?? ''
  const parent = folderById(id)?.attributes.parent_id ?? undefined
  try {
    if (!(await deleteEmpty(id))) {
      const fate = await askForFate(name)
      if (fate === undefined) return
      await client().folders.delete(id, { assets: fate })
    }
  } catch (error) {
    explain(error)
    return
  }
  toast(t('folders.deleted', { name }))
  if (place.value.folder === id) goTo(placeFor({ folder: parent }), { replace: true })
  await reloadFolders()
  refresh()
}

/** `false` when there is something in it. */
async function deleteEmpty(id: string): Promise<boolean> {
  try {
    await client().folders.delete(id)
    return true
  } catch (error) {
    if (isApiClientError(error) && error.code === 'folder_not_empty') return false
    throw error
  }
}

function askForFate(name: string): Promise<'detach' | 'trash' | undefined> {
  return openDialog<'detach' | 'trash'>((close) => (
    <Dialog
      role="alertdialog"
      title={t('folders.deleteTitle', { name })}
      text={t('folders.deleteText')}
      onClose={() => close()}
      footer={
        <>
          <Button onClick={() => close()}>{t('common.cancel')}</Button>
          <Button onClick={() => close('detach')}>{t('folders.keepFiles')}</Button>
          <Button kind="danger" onClick={() => close('trash')}>
            {t('folders.trashFiles')}
          </Button>
        </>
      }
    />
  ))
}

/** `undefined` when the person cancels. A name that is refused can be changed. */
function askForName<Made>(
  title: string,
  name: string,
  action: string,
  send: (name: string) => Promise<Made>,
): Promise<Made | undefined> {
  return openDialog<Made>((close) => (
    <NameDialog title={title} name={name} action={action} send={send} onClose={close} />
  ))
}

function NameDialog<Made>(props: {
  title: string
  name: string
  action: string
  send: (name: string) => Promise<Made>
  onClose: (made?: Made) => void
}): JSX.Element {
  const { title, action, send, onClose } = props
  const name = useSignal(props.name)
  const problem = useSignal<string | null>(null)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      onClose(await send(name.value.trim()))
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={() => onClose()}
      footer={
        <>
          <Button onClick={() => onClose()}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="folder-name"
            disabled={name.value.trim() === ''}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id="folder-name" onSubmit={submit}>
        <input
          class="field"
          aria-label={t('folders.name')}
          placeholder={t('folders.name')}
          maxLength={255}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
      </form>
      <p class="problem" role="alert">
        {problem}
      </p>
    </Dialog>
  )
}

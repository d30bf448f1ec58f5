import type { JSX } from 'preact'
import { Copy } from '../details/share/copy.tsx'
import { folderById, folders } from '../listing/folders.ts'
import { picker } from '../place/picker.ts'
import { goTo, type Place, place, placeFor } from '../place/place.ts'
import { facts } from '../session/facts.ts'
import { may } from '../session/session.ts'
import { areOnTheirWay } from '../uploads/on-their-way.ts'
import { UploadButton } from '../uploads/upload-button.tsx'
import { Button } from '../widgets/button.tsx'
import { Icon, type IconName } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'

/** What the page shows where there are no files, and what to do about it. */
export function Empty(): JSX.Element {
  const where = place.value
  if (isNarrowed(where)) {
    return (
      <Drawing icon="search" title={t('empty.nothingFound')} text={t('empty.nothingFoundText')}>
        <Button onClick={() => goTo({ q: '', filters: {}, tag: null })}>
          {t('empty.showAll')}
        </Button>
      </Drawing>
    )
  }
  if (where.view === 'trash') {
    return <Drawing icon="trash" title={t('empty.trash')} text={t('empty.trashText')} />
  }
  if (where.view === 'favourites') {
    return <Drawing icon="star" title={t('empty.favourites')} text={t('empty.favouritesText')} />
  }
  if (isGone(where)) {
    return (
      <Drawing icon="folder" title={t('folders.gone')} text={t('folders.goneText')}>
        <Button onClick={() => goTo(placeFor({}))}>{t('empty.showAll')}</Button>
      </Drawing>
    )
  }
  if (areOnTheirWay(where.folder)) {
    return <Drawing icon="upload" title={t('empty.uploading')} text={t('empty.uploadingText')} />
  }
  if (!may('write') || picker !== null) return <Drawing icon="files" title={t('empty.nothing')} />
  const isStore = where.folder === undefined
  return (
    <Drawing
      icon="upload"
      title={isStore ? t('empty.store') : t('empty.folder')}
      text={t('empty.storeText')}
    >
      <UploadButton />
      {isStore && <Curl />}
    </Drawing>
  )
}

function isNarrowed({ q, filters, tag }: Place): boolean {
  return q !== '' || tag !== null || Object.values(filters).some((value) => value !== undefined)
}

function isGone({ folder }: Place): boolean {
  return folder != null && folders.value !== null && folderById(folder) === undefined
}

function Drawing(props: {
  icon: IconName
  title: string
  text?: string
  children?: JSX.Element | (JSX.Element | false)[]
}): JSX.Element {
  const { icon, title, text, children } = props
  return (
    <div class="drawing">
      <Icon name={icon} size={48} />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  )
}

function Curl(): JSX.Element {
  const line = `curl -H "Authorization: Bearer $KEY" -F file=@photo.jpg ${facts.api}/api/v1/assets`
  return (
    <div class="curl">
      <p>{t('empty.curl')}</p>
      <div class="curl-line">
        <code>{line}</code>
        <Copy text={line} label={t('empty.copyCurl')} />
      </div>
    </div>
  )
}

import { CopyField } from '../details/share/copy-field.tsx'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'

/** Shows a secret. Nobody can see it again, so the dialog stays until the person closes it. */
export function showSecret(title: string, secret: string): void {
  void openDialog(({ close }) => (
    <Dialog
      name="webhook-secret"
      role="alertdialog"
      title={title}
      text={t('webhooks.secretText')}
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          {t('keys.done')}
        </Button>
      }
    >
      <CopyField label={t('webhooks.secret')} text={secret} copyLabel={t('webhooks.copySecret')} />
    </Dialog>
  ))
}

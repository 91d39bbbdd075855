import { exportAccount } from '@grouplight/contract/account-export.ts'
import { type ReactNode, useState } from 'react'
import { t } from '#texts/texts.ts'
import { Button, DownloadLink } from '#ui/button.tsx'
import { TrashIcon } from '#ui/icons.tsx'
import row from './action-row.module.css'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import classes from './your-data.module.css'

type YourDataProps = {
  /** What has to be done before the account can be deleted. */
  blockedBy: ReactNode
  /** The server refused because of something that is not shown here yet. */
  onRefused: () => void
}

/** Exports what is stored about the account, and deletes it. */
export function YourData({ blockedBy, onRefused }: YourDataProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={classes.form}>
      <div className={row.row}>
        <p className={row.hint}>{t.account.exportHint}</p>
        <DownloadLink variant="default" href={exportAccount.path}>
          {t.account.export}
        </DownloadLink>
      </div>
      <div className={row.row}>
        {blockedBy ?? <p className={row.hint}>{t.account.deleteHint}</p>}
        {!blockedBy && (
          <Button variant="subtle" color="red" icon={<TrashIcon size={20} />} onClick={() => setAsking(true)}>
            {t.account.delete}
          </Button>
        )}
      </div>
      <DeleteAccountDialog
        opened={asking && !blockedBy}
        onClose={() => setAsking(false)}
        onRefused={onRefused}
      />
    </div>
  )
}

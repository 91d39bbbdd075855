import { Button } from '#ui/button.tsx'
import { NoticeText } from '#ui/notice.tsx'
import classes from './action-row.module.css'
import { useSignOut } from './use-sign-out.ts'

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <div className={classes.row}>
      <p className={classes.hint}>Signing out makes you Unavailable in all your groups.</p>
      <Button variant="default" onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        Sign Out
      </Button>
      {signOut.isError && <NoticeText error="Failed to sign out" />}
    </div>
  )
}

import { profileTexts } from '#texts/profile/profile-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from './action-row.module.css'
import { useSignOut } from './use-sign-out.ts'

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <div className={`spread ${classes.row}`}>
      <p className={classes.hint}>{profileTexts.signOutHint}</p>
      <Button variant="default" pending={signOut.isPending} onClick={() => signOut.mutate()}>
        {profileTexts.signOut}
      </Button>
      {signOut.isError && <AlertText error={profileTexts.notSignedOut} />}
    </div>
  )
}

import appTexts from 'texts:app'
import callTexts from 'texts:call'
import { askEverybody, ringCall, withdrawCall } from '@grouplight/contract/ask-around.ts'
import type { Call } from '@grouplight/contract/call.ts'
import { call } from '#api/client.ts'
import { timeOfDay } from '#texts/date-format.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { useCountdown } from '#ui/use-now.ts'
import { useCallChange } from './call-changes.ts'
import classes from './calls.module.css'

type ButtonsProps = { about: { groupId: string; callId: string } }
type AskerButtonsProps = ButtonsProps & { call: Call; memberCount: number }

export function AskerButtons({ about, call: { asked, count }, memberCount }: AskerButtonsProps) {
  const params = { callId: about.callId }
  const ringing = useCallChange(about, () => call(ringCall, { params }), appTexts.changeFailed)
  const widening = useCallChange(about, () => call(askEverybody, { params }), appTexts.changeFailed)
  const ringFrom = asked?.ringFrom
  const known = asked ? count + asked.cannot + asked.unanswered : 0
  const isSomebodyLeft = asked !== undefined && !asked.everybody && known < memberCount - 1
  const waits = useCountdown(ringFrom ? Date.parse(ringFrom) : null, 60_000) > 0
  return (
    <div className={classes.buttons}>
      {ringFrom && !waits && (
        <Button variant="default" pending={ringing.isPending} onClick={() => ringing.mutate()}>
          {callTexts.ringAgain}
        </Button>
      )}
      {isSomebodyLeft && (
        <Button variant="default" pending={widening.isPending} onClick={() => widening.mutate()}>
          {callTexts.askEverybody}
        </Button>
      )}
      <WithdrawButton about={about} />
      {ringFrom && waits && (
        <p className={classes.quiet}>{callTexts.ringAgainFrom({ time: timeOfDay(new Date(ringFrom)) })}</p>
      )}
    </div>
  )
}

export function WithdrawButton({ about }: ButtonsProps) {
  const params = { callId: about.callId }
  const withdrawing = useCallChange(about, () => call(withdrawCall, { params }), appTexts.changeFailed)
  return (
    <Button
      variant="subtle"
      color="red"
      pending={withdrawing.isPending}
      onClick={() =>
        withdrawing.mutate(undefined, { onSuccess: () => showToast('success', callTexts.withdrawn) })
      }
    >
      {callTexts.withdraw}
    </Button>
  )
}

import callTexts from 'texts:call'
import refusalTexts from 'texts:refusal'
import { useAccount } from '#features/account/account-queries.ts'
import { roleIn } from '#features/group/roles.ts'
import { useNow } from '#ui/use-now.ts'
import { type CallGroup, CallLine } from './call-line.tsx'
import classes from './calls.module.css'
import { shownCalls } from './shown-calls.ts'

type CallLinesProps = {
  group: CallGroup
  wanted?: string | null
  isCard?: boolean
}

/** A card shows one call and the number of the others. */
export function CallLines({ group, wanted, isCard = false }: CallLinesProps) {
  const { uid } = useAccount()
  const calls = shownCalls(group.calls, uid, useNow())
  const first = calls.find(({ id }) => id === wanted)
  const ordered = first ? [first, ...calls.filter(call => call !== first)] : calls
  const shown = isCard ? ordered.slice(0, 1) : ordered
  const left = ordered.length - shown.length
  return (
    <div className={`${isCard ? '' : 'card'} ${classes.calls}`} data-on-card={isCard || undefined}>
      {wanted && !first && <p role="status">{refusalTexts['call-not-found']}</p>}
      {shown.map(call => (
        <CallLine
          key={call.id}
          group={group}
          call={call}
          mayWithdraw={!isCard && roleIn(group, uid) !== undefined}
          isLarge={call === first}
        />
      ))}
      {left > 0 && (
        <p className={classes.quiet}>
          <span aria-hidden="true">+{left}</span>
          <span className="sr-only">{callTexts.more({ count: left })}</span>
        </p>
      )}
    </div>
  )
}

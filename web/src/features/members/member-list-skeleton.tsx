import { Skeleton } from '#ui/skeleton.tsx'
import classes from './members.module.css'

export function MemberListSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={`card ${classes.own}`}>
        <Skeleton width={130} height={48} />
        <div className={`spread ${classes.ownRow}`}>
          <Skeleton width={130} height={124} />
          <Skeleton width={76} height={44} round />
        </div>
      </div>
      <div className={`spread ${classes.head}`}>
        <Skeleton width={120} height={27} />
      </div>
      {['70%', '55%', '62%'].map(width => (
        <div key={width} className={classes.row}>
          <Skeleton width={42} height={42} round />
          <Skeleton width={width} height={24} />
        </div>
      ))}
    </div>
  )
}

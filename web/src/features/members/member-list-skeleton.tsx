import { Skeleton } from '#ui/skeleton.tsx'
import classes from './members.module.css'

export function MemberListSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={`spread ${classes.head}`}>
        <Skeleton width={120} height={27} />
      </div>
      <div className={`card ${classes.own}`}>
        <div className={classes.who}>
          <Skeleton width={42} height={42} round />
          <Skeleton width="40%" height={24} />
        </div>
        <div className="spread">
          <Skeleton width={130} height={72} />
          <Skeleton width={76} height={44} round />
        </div>
      </div>
      {['70%', '55%', '62%'].map(width => (
        <div key={width} className={classes.row}>
          <div className={classes.who}>
            <Skeleton width={42} height={42} round />
            <Skeleton width={width} height={24} />
          </div>
        </div>
      ))}
    </div>
  )
}

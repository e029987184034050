import { useEffect, useRef, useState, type RefObject } from 'react'

/** Becomes true, and stays so, when the element comes near the viewport. */
export function useNearViewport<Element extends HTMLElement>(): readonly [
  RefObject<Element | null>,
  boolean,
] {
  const target = useRef<Element>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !target.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '25%' },
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [isNear])
  return [target, isNear]
}

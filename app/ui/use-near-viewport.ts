import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether the element has come near the window; from then on it stays true. */
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

// Lists what a picture may consist of: elements and attributes of SVG that draw, and none that run, load or lead elsewhere.

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Elements that a picture keeps. Those that animate are not among them: they could change a reference after it was looked at. */
export const SVG_ELEMENTS = words(`
  svg g defs symbol use switch title desc style path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
  feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence`);

/** Elements that take the place of others: a link is a group without it, as what it holds is part of the picture. */
export const SVG_SUBSTITUTES: Readonly<Record<string, string>> = { a: 'g' };

export const SVG_ATTRIBUTES = words(`
  id class style role lang version baseProfile type media viewBox preserveAspectRatio transform transform-origin
  requiredFeatures requiredExtensions systemLanguage
  x y x1 y1 x2 y2 cx cy r rx ry width height d points pathLength dx dy rotate textLength lengthAdjust startOffset method
  spacing side offset fx fy fr orient refX refY markerWidth markerHeight markerUnits gradientUnits gradientTransform
  spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color
  flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  image-rendering isolation letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-overflow text-rendering unicode-bidi vector-effect visibility white-space word-spacing
  writing-mode filterUnits primitiveUnits in in2 result stdDeviation mode values operator k1 k2 k3 k4 order kernelMatrix
  divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  kernelUnitLength scale xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ z
  limitingConeAngle baseFrequency numOctaves seed stitchTiles radius amplitude exponent intercept slope tableValues`);

/** Attributes of HTML that a picture keeps, for tools and for who cannot see it. */
export const SVG_ATTRIBUTE_FAMILIES = /^(?:data|aria)-[a-z0-9_.-]+$/;

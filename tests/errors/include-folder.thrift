include "good"
